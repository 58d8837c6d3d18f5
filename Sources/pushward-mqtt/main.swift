print("pushward-mqtt")
